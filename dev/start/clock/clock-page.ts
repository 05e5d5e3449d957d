import { html } from 'hono/html'
import { standInPage, type Html } from '../../stand-ins/stand-in/stand-in-page.ts'

/** A jump under way. Times in ms. */
export type Jump = { from: number; until: number }

/** `now` and `offset` in ms. `failure`: why the last jump stopped; null: it did not. */
export type ClockStatus = { now: number; offset: number; jump: Jump | null; failure: string | null }

/** How far each button moves the clock. */
const STEPS = [
  { label: '10 minutes', hours: 1 / 6 },
  { label: '1 hour', hours: 1 },
  { label: '1 day', hours: 24 },
  { label: '1 week', hours: 168 },
  { label: '31 days', hours: 744 },
]

/** The page where a developer moves the clock. */
export function clockPage({ now, offset, jump, failure }: ClockStatus): Promise<Response> {
  return standInPage(
    'Clock',
    html`${jump ? html`<meta http-equiv="refresh" content="1" />` : ''}
      <main class="overview clock">
        <h1>Clock</h1>
        <p class="lead">
          The product, its Stripe and all Applets go by this clock. Sign-ins, sessions and cookies keep the real time.
        </p>
        <p class="time">${when(now)} <span>${inWords(offset)}</span></p>
        ${jump ? progress(jump, now) : ''}
        ${failure === null ? '' : html`<p role="alert">The last jump stopped: ${failure}</p>`}
        <section aria-labelledby="forward">
          <h2 id="forward">Move it forward</h2>
          <p>All that is due on the way happens in its order. A move that is pressed meanwhile waits for its turn.</p>
          <div class="moves">
            ${STEPS.map(
              ({ label, hours }) =>
                html`<form method="post" action="/move">
                  <input type="hidden" name="hours" value="${hours}" />
                  ${IN_BACKGROUND}
                  <button>${label}</button>
                </form>`,
            )}
          </div>
          <form method="post" action="/move">
            <label for="days">By days, such as 2.5 or 365</label>
            <input id="days" name="days" type="number" step="any" min="0" required />
            ${IN_BACKGROUND}
            <button>Move</button>
            <label class="each">
              <input type="checkbox" name="each" value="yes" />
              Run cron triggers also at the times at which they have nothing to do, which is slow
            </label>
          </form>
          <form method="post" action="/sunset">
            <label for="place">To the next sunset in</label>
            <input id="place" name="place" value="Berlin" required />
            ${IN_BACKGROUND}
            <button>Move</button>
          </form>
        </section>
      </main>`,
  )
}

const IN_BACKGROUND = html`<input type="hidden" name="background" value="yes" />`

function progress({ from, until }: Jump, now: number): Html {
  return html`<p class="progress" role="status">
    On the way to ${when(until)}
    <progress max="${until - from}" value="${Math.min(now, until) - from}"></progress>
  </p>`
}

function when(time: number): Html {
  const date = new Date(time)
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' }).format(date)
  return html`<time datetime="${date.toISOString()}">${text}</time>`
}

/** As "the real time" or "1 d 2 h 30 min ahead". */
function inWords(offset: number): string {
  const minutes = Math.round(offset / 60_000)
  if (minutes === 0) return 'the real time'
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const
  const text = parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ')
  return `${text} ahead`
}
