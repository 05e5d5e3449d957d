import { expect, test } from 'vitest'
import { htmlOf } from '../../testing/page.fixture.tsx'
import { MakerKeyAddress } from './maker-key-address.tsx'

test('the settings show the address for devices, or make one', () => {
  const url = 'https://site.test/trigger/{event}/with/key/k'
  const html = htmlOf(<MakerKeyAddress maker_key={{ key: 'k', url }} hidden={false} />)
  expect(html).toContain(`value="${url}"`)
  expect(html).toMatch(/<button[^>]*>Make a new address<\/button>/)
  const none = htmlOf(<MakerKeyAddress maker_key={null} hidden={false} />)
  expect(none).toMatch(/<button[^>]*>Make an address<\/button>/)
  expect(none).not.toContain('Your address')
})

test('an address that is hidden has a button that shows it', () => {
  const html = htmlOf(<MakerKeyAddress maker_key={null} hidden />)
  expect(html).toMatch(/<button[^>]*aria-label="Show: Your address"[^>]*>Show<\/button>/)
  expect(html).toMatch(/<button[^>]*>Make a new address<\/button>/)
})
