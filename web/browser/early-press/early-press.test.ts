import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { controlIsReady, dropPress, recordPress } from './early-press.ts'

const controls = new Map<string, Control>()

/** A button of the page, with what the recorder asks of it. */
class Control {
  readonly id: string
  readonly dataset = { press: '' }
  ariaBusy: string | null = null
  ariaDisabled: string | null = null
  ariaLabel: string | null = null
  textContent = 'Connect'
  readonly click = vi.fn()
  readonly focus = vi.fn()
  readonly closest: (selector: string) => Control | null = () => this

  constructor(id: string) {
    this.id = id
    controls.set(id, this)
  }
}

/** Presses the control. Returns whether the press was kept from the page. */
function press(control: Control): boolean {
  const event = new Event('click', { cancelable: true })
  Object.defineProperty(event, 'target', { value: control })
  const stop = vi.spyOn(event, 'stopPropagation')
  recordPress(event)
  expect(stop.mock.calls.length > 0).toBe(event.defaultPrevented)
  return event.defaultPrevented
}

async function hydrate({ id }: Control): Promise<void> {
  controlIsReady(id)
  await Promise.resolve()
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Element', Control)
  vi.stubGlobal('document', { getElementById: (id: string) => controls.get(id) ?? null })
})
afterEach(() => {
  dropPress()
  controls.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a press before hydration is done once, after it', async () => {
  const control = new Control('connect')
  expect(press(control)).toBe(true)
  expect(control.click).not.toHaveBeenCalled()
  await hydrate(control)
  await hydrate(control)
  expect(control.click).toHaveBeenCalledOnce()
  expect(control.focus).not.toHaveBeenCalled()
})

test('a press after hydration goes to the page', async () => {
  const control = new Control('connect')
  await hydrate(control)
  expect(press(control)).toBe(false)
})

test('the pressed control is busy until its press is done', async () => {
  const control = new Control('connect')
  press(control)
  expect(control.ariaBusy).toBe('true')
  await hydrate(control)
  expect(control.ariaBusy).toBeNull()
})

test.each([
  ['another action', (control: Control) => Object.assign(control.dataset, { press: 'disable' })],
  ['another label', (control: Control) => Object.assign(control, { ariaLabel: 'Connected' })],
])('a control that now offers %s only gets the focus', async (_, change) => {
  const control = new Control('connect')
  press(control)
  change(control)
  await hydrate(control)
  expect(control.click).not.toHaveBeenCalled()
  expect(control.focus).toHaveBeenCalledOnce()
  expect(control.ariaBusy).toBeNull()
})

test('a press expires after 10 s', async () => {
  const control = new Control('connect')
  press(control)
  vi.advanceTimersByTime(10_000)
  expect(control.ariaBusy).toBeNull()
  await hydrate(control)
  expect(control.click).not.toHaveBeenCalled()
})

test('a press that a busy browser kept too long only focuses', async () => {
  const control = new Control('connect')
  press(control)
  // No timer ran meanwhile.
  vi.setSystemTime(Date.now() + 10_000)
  await hydrate(control)
  expect(control.click).not.toHaveBeenCalled()
  expect(control.focus).toHaveBeenCalledOnce()
})

test('a later press replaces an earlier one and lasts its own time', async () => {
  const [first, second] = [new Control('publish'), new Control('delete')]
  press(first)
  vi.advanceTimersByTime(6000)
  press(second)
  expect([first.ariaBusy, second.ariaBusy]).toEqual([null, 'true'])
  vi.advanceTimersByTime(6000)
  await hydrate(first)
  await hydrate(second)
  expect(first.click).not.toHaveBeenCalled()
  expect(second.click).toHaveBeenCalledOnce()
})

test('a control that replaces the pressed one gets its press', async () => {
  press(new Control('share'))
  const replaced = new Control('share')
  await hydrate(replaced)
  expect(replaced.click).toHaveBeenCalledOnce()
})

test('a press on an unavailable control does nothing', async () => {
  const control = Object.assign(new Control('copy'), { ariaDisabled: 'true' })
  expect(press(control)).toBe(true)
  expect(control.ariaBusy).toBeNull()
  await hydrate(control)
  expect(control.click).not.toHaveBeenCalled()
})

test('a press elsewhere goes to the page', () => {
  const control = Object.assign(new Control('link'), { closest: () => null })
  expect(press(control)).toBe(false)
})

test('leaving the page drops the press', async () => {
  const control = new Control('connect')
  press(control)
  dropPress()
  await hydrate(control)
  expect(control.click).not.toHaveBeenCalled()
})
