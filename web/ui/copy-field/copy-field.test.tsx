import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CopyField } from './copy-field.tsx'

test('the value is read-only and can be copied', () => {
  const html = renderToStaticMarkup(<CopyField label="Webhook URL" value="https://example.test/hooks/1" />)
  expect(html).toMatch(/<input[^>]* readOnly=""[^>]* value="https:\/\/example.test\/hooks\/1"/)
  expect(html).toMatch(/<button[^>]*>Copy<\/button>/)
  expect(html).toContain('<output class="visually-hidden"></output>')
})

test('Copy is unavailable until hydration', () => {
  const html = renderToStaticMarkup(<CopyField label="Webhook URL" value="https://example.test/hooks/1" />)
  expect(html).toMatch(/<button[^>]*aria-disabled="true"[^>]*>Copy</)
})
