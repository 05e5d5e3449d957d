import { expect, test } from 'vitest'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import { wholeHtmlOf } from '../../testing/page.fixture.tsx'
import { Page, type ReportData } from './report-page.tsx'

const FINE: ReportData = {
  applet: { id: 1, name: 'Free prizes', author: 'eve', path: '/applets/free-prizes' },
  sent: false,
  refused: null,
}
const show = (given: Partial<ReportData> = {}) =>
  wholeHtmlOf(
    <Page
      data={{ ...FINE, ...given }}
      session={fulfilled({ kind: 'visitor' })}
      address={{ path: '/applets/1/report', query: {} }}
    />,
  )

test('the report is a plain form with five reasons', async () => {
  const html = await show()
  expect(html).toMatch(/<form[^>]*action="\/applets\/1\/report"[^>]*method="post"/)
  expect(html.match(/type="radio"/g)).toHaveLength(5)
  expect(html).toMatch(/<button[^>]*>Send report<\/button>/)
})

test('a refused report keeps what was said', async () => {
  const refused = {
    values: { text: 'Look <here>', reason: 'spam' },
    code: 'invalid_input' as const,
    message: 'Please check what you entered.',
    errors: [{ attribute: 'text', message: 'Use at most 1000 characters.' }],
    retry_after: null,
  }
  const html = await show({ refused })
  expect(html).toContain('Look &lt;here&gt;</textarea>')
  expect(html).toMatch(/value="spam"[^>]*checked|checked=""[^>]*value="spam"/)
  expect(html).toContain('Use at most 1000 characters.')
  const limited = { ...refused, code: 'rate_limited' as const, message: 'Too many tries.', errors: [] }
  expect(await show({ refused: limited })).toMatch(/role="alert".*Too many tries\./s)
})

test('a sent report is thanked for', async () => {
  const html = await show({ sent: true })
  expect(html).toContain('<h1>Thank you for telling us</h1>')
  expect(html).not.toContain('<form')
})
