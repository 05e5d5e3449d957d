import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EmptyState } from './empty-state.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { Skeleton } from './skeleton.tsx'

test('an empty state explains itself and offers a first step', () => {
  const html = renderToStaticMarkup(
    <EmptyState title="No Applets yet" text="Applets that you connect appear here.">
      <a href="/explore">Explore</a>
    </EmptyState>,
  )
  expect(html).toContain('<h2>No Applets yet</h2><p>Applets that you connect appear here.</p>')
  expect(html).toContain('href="/explore"')
})

// §8-26
test('an error is announced in place and offers a next step', () => {
  const html = renderToStaticMarkup(<ErrorPanel title="Not saved" action={<a href="/help">Contact support</a>} />)
  expect(html).toMatch(/^<div class="error-panel" role="alert">/)
  expect(html).toContain('Contact support')
})

test('skeletons are hidden from screen readers', () => {
  expect(renderToStaticMarkup(<Skeleton shape="row" count={3} />).match(/aria-hidden="true"/g)).toHaveLength(3)
})
