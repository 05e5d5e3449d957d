import { html } from 'hono/html'
import { standInPage, type Html } from '../stand-in/stand-in-page.ts'

/** What the buttons move by. */
const STEPS = [
  { label: '1 minute', hours: 1 / 60 },
  { label: '10 minutes', hours: 1 / 6 },
  { label: '1 hour', hours: 1 },
  { label: '1 day', hours: 24 },
]

/** The page where a developer moves the clock; `offset` in ms. */
export function clockPage(now: number, offset: number): Promise<Response> {
  return standInPage(
    'Clock of schedules and waits',
    html`<main class="overview clock">
      <h1>Clock of schedules and waits</h1>
      <p class="lead">
        Applets that wait or run at a time go by this clock. Sign-ins, tokens and payments keep the real time.
      </p>
      <p class="time">${when(now + offset)} <span>${inWords(offset)}</span></p>
      <section aria-labelledby="forward">
        <h2 id="forward">Move it forward</h2>
        <div class="moves">
          ${STEPS.map(
            ({ label, hours }) =>
              html`<form method="post" action="/move">
                <input type="hidden" name="hours" value="${hours}" />
                <button>${label}</button>
              </form>`,
          )}
        </div>
        <form method="post" action="/move">
          <label for="hours">By hours, also back, such as 2.5 or -1</label>
          <input id="hours" name="hours" type="number" step="any" required />
          <button>Move</button>
        </form>
        <form method="post" action="/sunset">
          <label for="place">To the next sunset in</label>
          <input id="place" name="place" value="Berlin" required />
          <button>Move</button>
        </form>
      </section>
      <form method="post" action="/now"><button>Back to now</button></form>
    </main>`,
  )
}

function when(time: number): Html {
  const date = new Date(time)
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' }).format(date)
  return html`<time datetime="${date.toISOString()}">${text}</time>`
}

/** As "the real time" or "1 d 2 h 30 min ahead". */
function inWords(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  if (minutes === 0) return 'the real time'
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const
  const text = parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ')
  return `${text} ${offset > 0 ? 'ahead' : 'behind'}`
}
