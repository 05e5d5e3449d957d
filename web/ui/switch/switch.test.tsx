import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Switch } from './switch.tsx'

test('a switch is named by its label and says its state', () => {
  const html = renderToStaticMarkup(<Switch label="Notify me when this runs" on onTurn={() => {}} />)
  expect(html).toContain('<label class="switch"><span class="words">Notify me when this runs</span><input')
  expect(html).toMatch(/<input[^>]* role="switch"/)
  expect(html).toMatch(/<input[^>]* checked=""/)
})

test('a busy switch stays focusable', () => {
  const html = renderToStaticMarkup(<Switch label="Notify me" busy on={false} onTurn={() => {}} />)
  expect(html).toContain('aria-disabled="true"')
  expect(html).not.toContain(' disabled')
})
