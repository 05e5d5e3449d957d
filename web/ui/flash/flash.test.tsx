import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { flashReducer, NO_FLASHES } from './flash-flow.ts'
import { FlashList, FlashRegion } from './flash.tsx'
import { FlashProvider } from './use-flash.tsx'

test('errors interrupt, other messages wait', () => {
  const state = [
    {
      type: 'added' as const,
      id: 1,
      flash: { type: 'success' as const, message: 'Connection successfully updated' },
      shownFor: 3000,
    },
    {
      type: 'added' as const,
      id: 2,
      flash: { type: 'danger' as const, message: 'There was an error creating the Applet' },
      shownFor: 3000,
    },
  ].reduce(flashReducer, NO_FLASHES)
  const html = renderToStaticMarkup(<FlashList state={state} onDismiss={() => {}} />)
  expect(html).toMatch(/^<div role="alert">.*There was an error creating the Applet.*<div role="status">.*successfully/)
  expect(html.match(/aria-label="Dismiss"/g)).toHaveLength(2)
})

test('both live regions exist before any message', () => {
  const html = renderToStaticMarkup(
    <FlashProvider>
      <FlashRegion />
    </FlashProvider>,
  )
  expect(html).toContain('<div role="alert"></div><div role="status"></div>')
})

test('a message is text, never markup', () => {
  const state = flashReducer(NO_FLASHES, {
    type: 'added',
    id: 1,
    flash: { type: 'info', message: '<img src=x>' },
    shownFor: 3000,
  })
  expect(renderToStaticMarkup(<FlashList state={state} onDismiss={() => {}} />)).toContain('&lt;img src=x&gt;')
})
