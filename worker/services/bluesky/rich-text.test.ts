import { RichText } from '@atproto/api'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { graphemes, textParts } from './rich-text.ts'

/** The features of a text as Bluesky's own client finds them, in our words. */
function officialParts(text: string) {
  const rich = new RichText({ text })
  rich.detectFacetsWithoutResolution()
  return (rich.facets ?? []).map(({ index, features: [feature] }) => {
    const [{ uri, did, tag }] = [Object(feature)]
    return { start: index.byteStart, end: index.byteEnd, uri, handle: did, tag }
  })
}

function ours(text: string) {
  return textParts(text).map((part) => {
    const [uri, handle, tag] = [
      part.kind === 'link' ? part.uri : undefined,
      part.kind === 'mention' ? part.handle : undefined,
      part.kind === 'tag' ? part.tag : undefined,
    ]
    return { start: part.start, end: part.end, uri, handle, tag }
  })
}

const words = fc.constantFrom(
  'Grüße',
  '👋🏽',
  'a',
  '12',
  '@ada.bsky.social',
  '(@mona.bsky.social)',
  '@nobody',
  'https://switchyard.example/a?b=1',
  '(https://switchyard.example)',
  'https://switchyard.example/wiki/A_(b).',
  'http://example.com,',
  '#tag',
  '#früh!',
  '#42',
  '#a-b',
  'x#y',
  '\n',
)

test("finds what Bluesky's own client finds", () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), (texts) => {
      const text = texts.join(' ')
      expect(ours(text)).toEqual(officialParts(text))
      expect(graphemes(text)).toBe(new RichText({ text }).graphemeLength)
    }),
  )
})
