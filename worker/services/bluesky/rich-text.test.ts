import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { graphemes, textParts } from './rich-text.ts'

type Found = { text: string; graphemes: number; parts: object[] }

/** Texts with what Bluesky's own client finds in them. */
const { texts }: { texts: Found[] } = JSON.parse(readFileSync(join(import.meta.dirname, 'client-texts.json'), 'utf8'))

test.each(texts)("finds what Bluesky's own client finds in $text", ({ text, graphemes: count, parts }) => {
  expect(textParts(text).map(({ kind: _kind, ...part }) => part)).toEqual(parts)
  expect(graphemes(text)).toBe(count)
})
