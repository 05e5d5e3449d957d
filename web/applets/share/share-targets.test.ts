import { expect, test } from 'vitest'
import { SHARE_KINDS, shareTarget } from './share-targets.ts'

const shared = { link: 'https://example.test/applets/a%26b?x=1&y=2', title: 'Cats & dogs: 100% “yours” #1 + more' }
const href = (kind: (typeof SHARE_KINDS)[number]) => new URL(shareTarget(kind, shared).href)

// §2.1-34 §D3.7-16
test('there are four social targets, told apart by kind (§2.1, §D3.7)', () => {
  expect(SHARE_KINDS.map((kind) => shareTarget(kind, shared).name)).toEqual(['Facebook', 'X', 'LinkedIn', 'Reddit'])
  expect(SHARE_KINDS.map((kind) => href(kind).host)).toEqual([
    'www.facebook.com',
    'x.com',
    'www.linkedin.com',
    'www.reddit.com',
  ])
})

test('each target is given the whole address, whatever characters it has', () => {
  const parameter = { facebook: 'u', x: 'url', linkedin: 'url', reddit: 'url' } as const
  for (const kind of SHARE_KINDS) expect(href(kind).searchParams.get(parameter[kind])).toBe(shared.link)
})

test('targets that take a title are given it letter by letter', () => {
  expect(href('x').searchParams.get('text')).toBe(shared.title)
  expect(href('reddit').searchParams.get('title')).toBe(shared.title)
})
