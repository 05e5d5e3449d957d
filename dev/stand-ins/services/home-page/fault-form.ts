import { html } from 'hono/html'
import { doubleNames } from '../../doubles/double-routes.ts'
import type { Html } from '../../stand-in/stand-in-page.ts'
import { pendingFaults } from '../data/fault.ts'
import type { Fault } from '../data/fault.ts'
import type { ServicesContext } from '../data/services-state.ts'
import { FAULT_CHOICES } from '../faults/fault-choices.ts'
import { momentText } from './moment-text.ts'

const LENGTHS: Record<string, { label: string; calls: number | null; seconds: number | null }> = {
  once: { label: 'The next call', calls: 1, seconds: null },
  thrice: { label: 'The next 3 calls', calls: 3, seconds: null },
  short: { label: 'For 10 seconds', calls: null, seconds: 10 },
  long: { label: 'For 5 minutes', calls: null, seconds: 300 },
}

export function faultForm(ctx: ServicesContext): Html {
  const pending = pendingFaults(ctx)
  return html`<form method="post" action="/faults" class="faults">
      ${select(
        'service',
        'Service',
        doubleNames().map(({ module_name, name }) => [module_name, name]),
      )}
      ${select(
        'what',
        'What it does',
        Object.entries(FAULT_CHOICES).map(([value, { label }]) => [value, label]),
      )}
      ${select(
        'length',
        'How long',
        Object.entries(LENGTHS).map(([value, { label }]) => [value, label]),
      )}
      <button>Make it fail</button>
    </form>
    ${
      pending.length === 0
        ? ''
        : html`<ul class="grants pending">
            <li>
              <div>${pending.map((fault) => html`<span>${sayFault(fault)}</span>`)}</div>
              <form method="post" action="/faults/end"><button>End all faults</button></form>
            </li>
          </ul>`
    }`
}

/** Reads the form. Returns null for values that it does not offer. */
export function readFault(form: FormData, now: number): Fault | null {
  const service = doubleNames().find(({ module_name }) => module_name === form.get('service'))?.module_name
  const choice = FAULT_CHOICES[String(form.get('what'))]
  const length = LENGTHS[String(form.get('length'))]
  if (service === undefined || choice === undefined || length === undefined) return null
  return {
    ...choice.fault,
    service,
    calls: length.calls,
    until: length.seconds === null ? null : now + length.seconds * 1000,
    afterwards: choice.afterwards ?? false,
  }
}

function select(name: string, label: string, options: (readonly [string, string])[]): Html {
  return html`<label for="fault-${name}">
    <span>${label}</span>
    <select id="fault-${name}" name="${name}" autocomplete="off">
      ${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
    </select>
  </label>`
}

function sayFault(fault: Fault): Html {
  const what = fault.kind === 'status' ? `status ${fault.status}` : fault.kind
  const length = fault.until === null ? html`${fault.calls} more calls` : html`until ${momentText(fault.until)}`
  return html`${fault.service}: ${what}, ${length}`
}
