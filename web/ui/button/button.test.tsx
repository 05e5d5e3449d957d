import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button, ButtonLink } from './button.tsx'

test('a button submits nothing by default', () => {
  expect(renderToStaticMarkup(<Button>Save</Button>)).toContain('type="button"')
  expect(renderToStaticMarkup(<Button type="submit">Save</Button>)).toContain('type="submit"')
})

test('a busy button says so and stays focusable', () => {
  const html = renderToStaticMarkup(<Button busy>Upgrading...</Button>)
  expect(html).toContain('aria-disabled="true"')
  expect(html).not.toContain(' disabled')
})

test('a press on a busy button does nothing', () => {
  let pressed = 0
  let prevented = 0
  const press = (busy: boolean) => {
    const element = Button({ busy, onClick: () => pressed++ })
    element.props.onClick({ preventDefault: () => prevented++ })
  }
  press(true)
  expect([pressed, prevented]).toEqual([0, 1])
  press(false)
  expect([pressed, prevented]).toEqual([1, 1])
})

test('a link styled as a button is a link', () => {
  expect(renderToStaticMarkup(<ButtonLink href="/join">Join</ButtonLink>)).toBe(
    '<a href="/join" class="button primary normal">Join</a>',
  )
})
