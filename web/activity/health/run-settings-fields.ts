import type { RunSettingsInput } from '../../../worker/contract/runs/run-input.ts'

type Option = { label: string; value: string }
type Name = 'drop_contents' | 'min_gap' | 'quiet_from' | 'quiet_to' | 'expect_every'
type Values = Record<Name, string>

/** What the form holds now. */
export function valuesOf(data: FormData): Values {
  const text = (name: Name) => String(data.get(name) ?? '')
  return {
    drop_contents: text('drop_contents'),
    min_gap: text('min_gap'),
    quiet_from: text('quiet_from'),
    quiet_to: text('quiet_to'),
    expect_every: text('expect_every'),
  }
}

/** In seconds. */
export const GAPS: readonly Option[] = [
  { label: 'No limit', value: '' },
  { label: '1 minute', value: '60' },
  { label: '5 minutes', value: '300' },
  { label: '15 minutes', value: '900' },
  { label: '1 hour', value: '3600' },
  { label: '6 hours', value: '21600' },
  { label: '1 day', value: '86400' },
]

/** In hours. */
export const SILENCES: readonly Option[] = [
  { label: 'Only when it is unusual', value: '' },
  { label: '6 hours', value: '6' },
  { label: '1 day', value: '24' },
  { label: '3 days', value: '72' },
  { label: '1 week', value: '168' },
  { label: '30 days', value: '720' },
]

/** A value that was set elsewhere is offered too. */
export function withChosen(options: readonly Option[], chosen: number | null, unit: string): readonly Option[] {
  if (chosen === null || options.some(({ value }) => value === String(chosen))) return options
  return [...options, { label: `${chosen} ${unit}`, value: String(chosen) }]
}

/** Minutes of the day as a time field has them: 75 → "01:15". */
export function timeText(minutes: number | undefined): string {
  if (minutes === undefined) return ''
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})/.exec(time) ?? []
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : null
}

export function settingsFrom({ drop_contents, min_gap, quiet_from, quiet_to, expect_every }: Values): RunSettingsInput {
  const [from, to] = [minutesOf(quiet_from), minutesOf(quiet_to)]
  return {
    keep_contents: drop_contents === '',
    min_gap: min_gap === '' ? null : Number(min_gap),
    quiet: from === null || to === null ? null : { from, to },
    expect_every: expect_every === '' ? null : Number(expect_every),
  }
}

/** Quiet hours have both ends or none. */
export function quietProblem({ quiet_from, quiet_to }: Values): Readonly<Record<string, string>> {
  if (quiet_from !== '' && quiet_to === '') return { quiet_to: 'Say when the quiet hours end.' }
  if (quiet_from === '' && quiet_to !== '') return { quiet_from: 'Say when the quiet hours begin.' }
  return quiet_from !== '' && quiet_from === quiet_to ? { quiet_to: 'Choose two different times.' } : {}
}
