import { expect, test } from 'vitest'
import { SHARE_KINDS, shareTarget } from './share-targets.ts'

const shared = { link: 'https://example.test/applets/a%26b?x=1&y=2', title: 'Cats & dogs: 100% “yours” #1 + more' }
const href = (kind: (typeof SHARE_KINDS)[number]) => new URL(shareTarget(kind, shared).href)

// §2.1-33
test('offers four social targets, told apart by kind', () => {
  expect(SHARE_KINDS.map((kind) => shareTarget(kind, shared).name)).toEqual(['Facebook', 'X', 'LinkedIn', 'Reddit'])
  expect(SHARE_KINDS.map((kind) => href(kind).host)).toEqual([
    'www.facebook.com',
    'x.com',
    'www.linkedin.com',
    'www.reddit.com',
  ])
})

test('gives each target the whole address, encoded', () => {
  const parameter = { facebook: 'u', x: 'url', linkedin: 'url', reddit: 'url' } as const
  for (const kind of SHARE_KINDS) expect(href(kind).searchParams.get(parameter[kind])).toBe(shared.link)
})

test('gives the title, encoded, to targets that take one', () => {
  expect(href('x').searchParams.get('text')).toBe(shared.title)
  expect(href('reddit').searchParams.get('title')).toBe(shared.title)
})
