from hypothesis import given
from hypothesis import strategies as st

from kairo_desktop.decode.stop import StopStrings

PIECES = {i: piece.encode() for i, piece in enumerate(["a", "b", "ab", "ba", "c", "abc", ""])}


@given(
    st.lists(st.sampled_from([b"a", b"abc", b"bab", b"cc"]), max_size=3, unique=True),
    st.lists(st.sampled_from(sorted(PIECES)), max_size=12),
)
def test_a_stop_string_is_found_wherever_token_borders_fall(
    strings: list[bytes], tokens: list[int]
) -> None:
    matcher = StopStrings(tuple(strings), PIECES.__getitem__).matcher()
    text = b""
    for token in tokens:
        text += PIECES[token]
        found = any(string in text for string in strings)
        assert matcher.step(token) == found
        if found:
            return
