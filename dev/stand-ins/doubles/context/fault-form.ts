import { html } from 'hono/html'
import { FAULT_CHOICES } from '../../services/faults/fault-choices.ts'
import type { Html } from '../../stand-in/stand-in-page.ts'
import type { DoubleContext } from './double-context.ts'

/** The fault of an account that is over, beside those that every service can have. */
export const GONE = 'gone'

/** The part of a double's page that makes it fail. `saysGone`: it can also say that the account is gone. */
export function faultForm(ctx: DoubleContext, saysGone = false): Html {
  const usual = Object.entries(FAULT_CHOICES).map(([what, { label }]) => [what, label])
  const choices = saysGone ? [...usual, [GONE, 'Say that the account is gone']] : usual
  const left = ctx.faults().reduce((sum, { calls }) => sum + (calls ?? 1), 0)
  return html`<section aria-labelledby="faults">
    <h2 id="faults">What goes wrong</h2>
    <form method="post" action="${ctx.address}/control/fault" class="faults">
      <label for="fault-what">
        <span>What it does next</span>
        <select id="fault-what" name="what" autocomplete="off">
          ${choices.map(([what, label]) => html`<option value="${what}">${label}</option>`)}
        </select>
      </label>
      <label for="fault-calls">
        <span>How many answers</span>
        <input id="fault-calls" name="calls" type="number" min="1" value="1" autocomplete="off" />
      </label>
      <button>Make it fail</button>
    </form>
    ${
      left === 0
        ? ''
        : html`<p>${left === 1 ? 'One fault is' : `${left} faults are`} still to come.</p>
            <form method="post" action="${ctx.address}/control/faults/end"><button>End all faults</button></form>`
    }
  </section>`
}
