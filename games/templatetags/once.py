"""Parts of a page that are the same for every reader: rendered once per process and language."""

from django.template import Context, Library, Node, NodeList
from django.template.base import Parser, Token
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = Library()


class OnceNode(Node):
    """The nodes between the tags. They are rendered without the page's context and request, so that nothing of one
    reader is kept and shown to another. They must not contain blocks for other templates to fill."""

    child_nodelists = ()

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist
        self._made: dict[str, SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """Return the content in the reader's language, rendered at first use in each process."""
        language = get_language() or ""
        if language not in self._made:
            self._made[language] = self._make(context)
        return self._made[language]

    def _make(self, context: Context) -> SafeString:
        assert context.template is not None
        blank = Context()
        with blank.bind_template(context.template):
            return self.nodelist.render(blank)


@register.tag
def once(parser: Parser, _token: Token) -> OnceNode:
    """Parse `{% once %}...{% endonce %}`; variables have no value between them."""
    nodelist = parser.parse(("endonce",))
    parser.delete_first_token()
    return OnceNode(nodelist)
