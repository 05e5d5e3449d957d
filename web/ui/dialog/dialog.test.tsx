import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FlashProvider } from '../flash/use-flash.tsx'
import { NativeDialog } from './native-dialog.tsx'

const html = (open: boolean) =>
  renderToStaticMarkup(
    <FlashProvider>
      <NativeDialog open={open} title="Delete this Applet" onClose={() => {}}>
        <p>Are you sure you want to continue?</p>
      </NativeDialog>
    </FlashProvider>,
  )

test('a closed dialog renders its shell without content', () => {
  const closed = html(false)
  expect(closed).toMatch(/^<dialog /)
  expect(closed).not.toContain('open=')
  expect(closed).not.toContain('Are you sure')
})

test('a dialog is named by its title and has a close X', () => {
  const id = /aria-labelledby="([^"]+)"/.exec(html(true))?.[1]
  expect(html(true)).toContain(`<h2 id="${id}">Delete this Applet</h2>`)
  expect(html(true)).toContain('aria-label="Close"')
  expect(html(true)).toContain('Are you sure')
})
