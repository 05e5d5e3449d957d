import { useEffect, useEffectEvent, useState } from 'react'
import { whenHidden } from '../../browser/observe/when-hidden.ts'
import { useExternalStore } from '../state/external-store.ts'
import { SwitchDriver, type SwitchPorts } from './switch-driver.ts'

/**
 * The props of a `Switch` that is saved at once. Each new `answer` of the server may hold what another tab or device
 * switched, which `isOn` reads.
 */
export function useSwitch<Answer>(answer: Answer, isOn: (answer: Answer) => boolean, ports: SwitchPorts) {
  const [driver] = useState(() => new SwitchDriver(isOn(answer), ports))
  const { kind, on } = useExternalStore(driver)
  useEffect(() => driver.open(), [driver])
  useEffect(() => whenHidden(() => driver.send({ type: 'hidden' })), [driver])
  const read = useEffectEvent((given: Answer) => driver.send({ type: 'read', on: isOn(given) }))
  useEffect(() => read(answer), [answer])
  return {
    on,
    'aria-busy': kind === 'saving' ? true : undefined,
    onTurn: (wanted: boolean) => driver.send({ type: 'toggled', on: wanted }),
  }
}
