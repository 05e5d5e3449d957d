import type { RunSettingsInput } from '../../../worker/contract/runs/run-input.ts'
import { paceFrom, type PaceValues } from '../../ui/pace/pace-values.ts'

type Name = keyof PaceValues | 'drop_contents' | 'expect_every'
type Values = Record<Name, string>

/** Reads the form's current values. */
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

/** In hours. */
export const SILENCES: readonly { label: string; value: string }[] = [
  { label: 'Only when it is unusual', value: '' },
  { label: '6 hours', value: '6' },
  { label: '1 day', value: '24' },
  { label: '3 days', value: '72' },
  { label: '1 week', value: '168' },
  { label: '30 days', value: '720' },
]

export function settingsFrom(values: Values): RunSettingsInput {
  const { drop_contents, expect_every } = values
  return {
    keep_contents: drop_contents === '',
    ...paceFrom(values),
    expect_every: expect_every === '' ? null : Number(expect_every),
  }
}
