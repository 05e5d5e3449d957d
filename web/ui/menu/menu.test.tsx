import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Menu } from './menu.tsx'

test('opens without script and closes on an outside click', () => {
  const html = renderToStaticMarkup(
    <Menu title="ada">
      <li>
        <a href="/settings">Settings</a>
      </li>
    </Menu>,
  )
  const id = /popoverTarget="([^"]+)"/i.exec(html)?.[1]
  expect(html).toContain(`id="${id}"`)
  expect(html).toContain('popover="auto"')
  expect(html).toContain('aria-expanded="false"')
})
