import { expect, test } from 'vitest'
import { htmlOf } from '../testing/page.fixture.tsx'
import { StoreLinks } from './store-links.tsx'

const links = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)".*?<\/svg>([^<]*)<\/a>/g)].map(([, href, name]) => [name, href])

// §2.1-13
test('each store leads to the address of the settings (§2.1)', () => {
  expect(links(htmlOf(<StoreLinks stores={['ios', 'android']} />))).toEqual([
    ['App Store', 'https://apps.test/ios'],
    ['Google Play', 'https://apps.test/android'],
  ])
})

test('a phone is shown one store (§2.1)', () => {
  expect(links(htmlOf(<StoreLinks stores={['android']} />))).toEqual([['Google Play', 'https://apps.test/android']])
})
