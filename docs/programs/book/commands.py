"""A page for each verb of the command line, made of what ``dicelab VERB --help`` says."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from dicelab.cli.main import cli
from dicelab.cli.verbs import verb_names

FOLDER = "reference/command-line"

_OPTION = re.compile(r"(?<![\w`-])(--[a-z][a-z0-9-]*)(?![\w`])")
_EXTRA = re.compile(r"\s*\[((?:default: |from |at least |at most |required).*)\]$", re.DOTALL)


def page_of(verb: str) -> str:
    """Return where the page of a verb is in the site."""
    return f"{FOLDER}/{verb}.md"


def verb_pages() -> dict[str, str]:
    """Return the Markdown of each verb's page by its place in the site."""
    context = click.Context(cli, info_name="dicelab", **cli.context_settings)
    found = {verb: cli.get_command(context, verb) for verb in verb_names()}
    return {page_of(verb): "\n".join(_page(one, context, verb)) for verb, one in found.items() if one}


def _page(command: click.Command, parent: click.Context, words: str, level: int = 1) -> Iterator[str]:
    context = click.Context(command, info_name=words.rsplit(maxsplit=1)[-1], parent=parent)
    yield f"{'#' * level} dicelab {words}\n"
    yield f"```text\n{context.get_usage().removeprefix('Usage: ')}\n```\n"
    yield _described(command.help or "")
    yield "**Options**\n"
    yield from _options(command, context)
    if command.epilog:
        lines = [line.strip() for line in command.epilog.splitlines() if line.startswith("  ")]
        yield "**Examples**\n\n```sh\n" + "\n".join(lines) + "\n```\n"
    if isinstance(command, click.Group):
        for word in command.list_commands(context):
            one = command.get_command(context, word)
            if one:
                yield from _page(one, context, f"{words} {word}", level + 1)


def _described(text: str) -> str:
    r"""Return the help of a verb as Markdown; click keeps the lines of a paragraph that begins with ``\\b``."""
    paragraphs = []
    for paragraph in re.split(r"\n\s*\n", text.replace("\f", "").strip()):
        if paragraph.lstrip().startswith("\b"):
            paragraphs.append("```text\n" + paragraph.lstrip().removeprefix("\b").strip("\n") + "\n```\n")
        else:
            paragraphs.append(_plain(" ".join(paragraph.split())) + "\n")
    return "\n".join(paragraphs)


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for param in command.get_params(context):
        record = param.get_help_record(context)
        if record and record[1]:
            names, text = record
            extra = _EXTRA.search(text)
            words = _plain(" ".join(_EXTRA.sub("", text).split()))
            limits = f" *{_plain(extra[1][:1].upper() + ' '.join(extra[1][1:].split()))}.*" if extra else ""
            yield f"`{names}`\n:   {words}{limits}\n"


def _plain(text: str) -> str:
    """Return text in which Markdown finds no marks but backticks, and options are set as code."""
    parts = text.split("`")
    for number in range(0, len(parts), 2):
        part = re.sub(r"([\\*_<>|\[\]])", r"\\\1", parts[number])
        parts[number] = _OPTION.sub(r"`\1`", part)
    return "`".join(parts)
