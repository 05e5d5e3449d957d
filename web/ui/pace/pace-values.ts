import type { RunSettings } from '../../../worker/contract/runs/run-answers.ts'

type Option = { label: string; value: string }
/** The values of the fields of `PaceFields`. */
export type PaceValues = Record<'min_gap' | 'quiet_from' | 'quiet_to', string>
export type Pace = Pick<RunSettings, 'min_gap' | 'quiet'>

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

export function paceFrom({ min_gap, quiet_from, quiet_to }: PaceValues): Pace {
  const [from, to] = [minutesOf(quiet_from), minutesOf(quiet_to)]
  return {
    min_gap: min_gap === '' ? null : Number(min_gap),
    quiet: from === null || to === null ? null : { from, to },
  }
}

/** Quiet hours have both ends or none. */
export function quietProblem({ quiet_from, quiet_to }: PaceValues): Readonly<Record<string, string>> {
  if (quiet_from !== '' && quiet_to === '') return { quiet_to: 'Say when the quiet hours end.' }
  if (quiet_from === '' && quiet_to !== '') return { quiet_from: 'Say when the quiet hours begin.' }
  return quiet_from !== '' && quiet_from === quiet_to ? { quiet_to: 'Choose two different times.' } : {}
}
