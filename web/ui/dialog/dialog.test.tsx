import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { FlashProvider } from '../flash/use-flash.tsx'

test('a closed dialog renders its shell without content', () => {
  const html = renderToStaticMarkup(
    <Dialog open={false} title="Delete this Applet" onClose={() => {}}>
      <p>Are you sure you want to continue?</p>
    </Dialog>,
  )
  expect(html).toMatch(/^<dialog /)
  expect(html).not.toContain('open=')
  expect(html).not.toContain('Are you sure')
})

test('a dialog is named by its title and has a close X', () => {
  const html = renderToStaticMarkup(
    <FlashProvider>
      <Dialog open title="Delete this Applet" onClose={() => {}}>
        <p>Are you sure you want to continue?</p>
      </Dialog>
    </FlashProvider>,
  )
  const id = /aria-labelledby="([^"]+)"/.exec(html)?.[1]
  expect(html).toContain(`<h2 id="${id}">Delete this Applet</h2>`)
  expect(html).toContain('aria-label="Close"')
  expect(html).toContain('Are you sure')
})
