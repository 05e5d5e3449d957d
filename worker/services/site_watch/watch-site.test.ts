import { expect, test } from 'vitest'
import { startCpuClock } from '../../testing/cpu-clock.ts'
import { checkSite } from './watch-site.ts'

async function hashOf(page: string) {
  const outcome = await checkSite('https://site.test/', {
    fetch: async () => ({ ok: true, value: new Response(page) }),
  })
  if (!outcome.ok) throw new Error(outcome.problem.message)
  return outcome.value.hash
}

test.each(['<', '<!--', '<script ', '<template>', '</script', '<a b="'])(
  'a page of many %j takes little time',
  async (piece) => {
    const worked = startCpuClock()
    await hashOf(piece.repeat(1_000_000 / piece.length))
    expect(worked()).toBeLessThan(2000)
  },
)

test.each([
  ['a comment', '<p>Open <!-- 12:01 > -->today</p>'],
  ['a script', '<p>Open <script>var at = "<b>"</script>today</p>'],
  ['spaces and attributes', '<p class="a">Open\n   today</p>'],
])('%s does not change a page', async (_, page) => {
  expect(await hashOf(page)).toBe(await hashOf('<p>Open today</p>'))
})
