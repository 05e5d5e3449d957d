import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ServiceCard } from './service-card.tsx'
import { ServiceIcon } from './service-icon.tsx'

test('an icon reserves its space before loading', () => {
  const html = renderToStaticMarkup(<ServiceIcon name="Lumen" src="/icons/services/lumen.svg" size={54} />)
  expect(html).toContain('src="/icons/services/lumen.svg" alt="Lumen" width="54" height="54"')
})

const card = (is_new: boolean) =>
  renderToStaticMarkup(
    <ServiceCard
      href="/lumen"
      name="Lumen"
      brand={{ background: '#ffc21a', tone: 'white' }}
      monochrome_image_url="/icons/services/lumen-mono.svg"
      is_new={is_new}
    />,
  )

test('a service card says where the service is new', () => {
  expect(card(true)).toContain('<span class="badge">New</span>')
  expect(card(false)).not.toContain('badge')
})

test('a service card links to the service, named once', () => {
  const html = card(false)
  expect(html).toMatch(/^<a [^>]*href="\/lumen"/)
  expect(html).toContain('alt=""')
  expect(html.match(/Lumen/g)).toHaveLength(1)
})
