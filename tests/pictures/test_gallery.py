"""The documents show pictures as they are drawn today."""

from tests.pictures.gallery import HERE, drawn


def test_the_pictures_in_the_documents_are_today_s() -> None:
    pictures = dict(drawn())
    assert set(HERE.iterdir()) == set(pictures)
    old = [file.name for file, picture in pictures.items() if file.read_text() != picture]
    assert not old, "make pictures"
