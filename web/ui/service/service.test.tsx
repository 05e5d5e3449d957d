import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ServiceCard } from './service-card.tsx'
import { ServiceIcon } from './service-icon.tsx'

test('an icon reserves its space before loading', () => {
  const html = renderToStaticMarkup(
    <ServiceIcon name="Home Assistant" src="/icons/services/home_assistant.svg" size={54} />,
  )
  expect(html).toContain('src="/icons/services/home_assistant.svg" alt="Home Assistant" width="54" height="54"')
})

const card = (is_new: boolean) =>
  renderToStaticMarkup(
    <ServiceCard
      href="/home_assistant"
      name="Home Assistant"
      brand={{ background: '#18bcf2', tone: 'white' }}
      monochrome_image_url="/icons/services/home_assistant-mono.svg"
      is_new={is_new}
    />,
  )

test('a service card says where the service is new', () => {
  expect(card(true)).toContain('<span class="badge">New</span>')
  expect(card(false)).not.toContain('badge')
})

test('a service card links to the service, named once', () => {
  const html = card(false)
  expect(html).toMatch(/^<a [^>]*href="\/home_assistant"/)
  expect(html).toContain('alt=""')
  expect(html.match(/Home Assistant/g)).toHaveLength(1)
})
