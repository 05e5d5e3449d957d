import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DaysTable } from './days-table.tsx'

const NONE = { done: 0, skipped: 0, failed: 0, cancelled: 0, unsure: 0 }

test('the table has the days with runs, latest first', () => {
  const days = [
    { ...NONE, day: '2026-11-19', failed: 1 },
    { ...NONE, day: '2026-11-20', done: 1203, failed: 2 },
    { ...NONE, day: '2026-11-21' },
  ]
  const html = renderToStaticMarkup(<DaysTable days={days} shown={['done', 'failed']} />)
  expect([...html.matchAll(/<th scope="row">([^<]+)</g)].map(([, day]) => day)).toEqual([
    'November 20, 2026',
    'November 19, 2026',
  ])
  expect(html).toMatch(/<th scope="row">November 20, 2026<\/th><td class="number" data-label="Done">1,203<\/td>/)
})
