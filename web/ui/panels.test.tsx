import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EmptyState } from './empty-state.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { ServiceCard } from './service-card.tsx'
import { ServiceIcon } from './service-icon.tsx'
import { SiteFooter } from './site-footer.tsx'
import { Skeleton } from './skeleton.tsx'

test('an empty place says what belongs there and offers the first step', () => {
  const html = renderToStaticMarkup(
    <EmptyState title="No Applets yet" text="Applets that you connect appear here.">
      <a href="/explore">Explore</a>
    </EmptyState>,
  )
  expect(html).toContain('<h2>No Applets yet</h2><p>Applets that you connect appear here.</p>')
  expect(html).toContain('href="/explore"')
})

test('an error is read out where it appears, with a way on (§8)', () => {
  const html = renderToStaticMarkup(<ErrorPanel title="Not saved" action={<a href="/help">Contact support</a>} />)
  expect(html).toMatch(/^<div class="error-panel" role="alert">/)
  expect(html).toContain('Contact support')
})

test('skeletons are not read out', () => {
  expect(renderToStaticMarkup(<Skeleton shape="card" count={3} />).match(/aria-hidden="true"/g)).toHaveLength(3)
})

test('an icon keeps its place before it is loaded (§9)', () => {
  const html = renderToStaticMarkup(<ServiceIcon name="Lumen" src="/icons/services/lumen.svg" size={54} />)
  expect(html).toContain('src="/icons/services/lumen.svg" alt="Lumen" width="54" height="54"')
})

test('a service card leads to the service and says its name once (§2.1)', () => {
  const html = renderToStaticMarkup(
    <ServiceCard
      href="/lumen"
      name="Lumen"
      brand={{ background: '#ffc21a', tone: 'white' }}
      monochrome_image_url="/icons/services/lumen-mono.svg"
    />,
  )
  expect(html).toMatch(/^<a [^>]*href="\/lumen"/)
  expect(html).toContain('alt=""')
  expect(html.match(/Lumen/g)).toHaveLength(1)
})

test('help is at the same place on every page', () => {
  const html = renderToStaticMarkup(<SiteFooter productName="Switchyard" supportUrl="mailto:help@example.test" />)
  expect(html).toContain('<a href="mailto:help@example.test">Support</a>')
})
