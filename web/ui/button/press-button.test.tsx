import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'
import { PressButton } from './press-button.tsx'

test('every button can be recorded and told apart', () => {
  const html = renderToStaticMarkup(
    <>
      <Button>Yes</Button>
      <Button type="submit">No</Button>
    </>,
  )
  expect(html.match(/ data-press=""/g)).toHaveLength(2)
  expect(new Set(html.match(/ id="[^"]+"/g)).size).toBe(2)
})

test('a button keeps its own id and names its action', () => {
  const html = renderToStaticMarkup(<PressButton id="connect" data-press="disable" />)
  expect(html).toBe('<button type="button" data-press="disable" id="connect"></button>')
})
