import { useEffect, useId, type ComponentProps } from 'react'
import { controlIsReady } from '../../browser/early-press/early-press.ts'

type Props = ComponentProps<'button'> & {
  /** Whether a press can be handled yet, once hydrated. */
  ready?: boolean
}

/**
 * A button that loses no press: one from before hydration is recorded and done once the button is ready. Its
 * `data-press` says what a press does; empty, its label alone does.
 */
export function PressButton({ id: givenId, ready = true, ...rest }: Props) {
  const ownId = useId()
  const id = givenId ?? ownId
  useEffect(() => {
    if (ready) controlIsReady(id)
  }, [id, ready])
  // The recorder may have set aria-busy before hydration.
  return <button type="button" data-press="" {...rest} id={id} suppressHydrationWarning />
}
