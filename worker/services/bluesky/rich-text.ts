/** A part of a text by its kind; `start` and `end` count UTF-8 bytes. */
export type TextPart = { start: number; end: number } & (
  | { kind: 'link'; uri: string }
  | { kind: 'mention'; handle: string }
  | { kind: 'tag'; tag: string }
)

const LINK = /(?<=^|\s|\()https?:\/\/\S+/gi
const MENTION = /(?<=^|\s|\()@((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9])\b/gi
const TAG = /(?<=^|\s)[#＃]([^\s#＃]*[^\d\s\p{P}#＃][^\s#＃]*)/gu
const LONGEST_TAG = 64

/**
 * The links, mentions and hashtags of a text, in its order. Nothing in a post is one by itself: each is named by its
 * bytes.
 */
export function textParts(text: string): TextPart[] {
  const links = [...text.matchAll(LINK)].map(({ 0: match, index }) => {
    const uri = withoutEnd(match)
    return { ...bytesOf(text, index, uri.length), kind: 'link' as const, uri }
  })
  const mentions = [...text.matchAll(MENTION)].map(({ 0: match, 1: handle = '', index }) => {
    return { ...bytesOf(text, index, match.length), kind: 'mention' as const, handle: handle.toLowerCase() }
  })
  const tags = [...text.matchAll(TAG)].flatMap(({ 1: word = '', index }) => {
    const tag = word.replace(/\p{P}+$/u, '')
    const fits = tag !== '' && graphemes(tag) <= LONGEST_TAG
    return fits ? [{ ...bytesOf(text, index, tag.length + 1), kind: 'tag' as const, tag }] : []
  })
  return [...links, ...mentions, ...tags].toSorted((a, b) => a.start - b.start)
}

/** Counts characters as people do: an emoji of several code points is one. */
export function graphemes(text: string): number {
  let count = 0
  for (const _ of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) count++
  return count
}

/** A sentence's end after a link is not part of it, nor is a bracket that was opened before it. */
function withoutEnd(link: string): string {
  const bare = link.replace(/[.,;:!?]$/, '')
  return bare.endsWith(')') && !bare.includes('(') ? bare.slice(0, -1) : bare
}

const encoder = new TextEncoder()

function bytesOf(text: string, index: number, length: number): { start: number; end: number } {
  const start = encoder.encode(text.slice(0, index)).length
  return { start, end: start + encoder.encode(text.slice(index, index + length)).length }
}
