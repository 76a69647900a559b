# SPDX-License-Identifier: Apache-2.0
"""What MkDocs does to a page of the guide before and after Markdown."""
import re

BLOCK = re.compile(r"^```(\w+) (\S+)$", re.M)
COMMENT = re.compile(r"^<!-- (?:run|holds) .*? -->\n|<!-- = .*? -->", re.M)
LANGUAGES = {"console": "text"}


def on_page_markdown(markdown, **_):
    """Names of files stand above their blocks; what only the test reads is left out."""
    return BLOCK.sub(r"*\2*\n\n```\1", COMMENT.sub("", markdown))


def on_page_content(html, **_):
    """Wide tables scroll by themselves."""
    return html.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
