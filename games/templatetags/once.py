"""What is the same on a page for every reader: made once by each process, in each language."""

from django.template import Context, Library, Node, NodeList
from django.template.base import Parser, Token
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = Library()


class OnceNode(Node):
    """What stands between the tags. It knows neither the page's context nor its request, so it can keep nothing of
    one reader that another gets to see. It has no blocks for other templates to fill."""

    child_nodelists = ()

    def __init__(self, nodelist: NodeList) -> None:
        self.nodelist = nodelist
        self._made: dict[str, SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """Return the piece in the reader's language, which each process makes once."""
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
    """`{% once %}...{% endonce %}`: no variable has a value between them."""
    nodelist = parser.parse(("endonce",))
    parser.delete_first_token()
    return OnceNode(nodelist)
