import { useEffect } from 'react'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { takeAddressError } from './take-address-error.ts'

/** Shows the address's error (§8 access_denied) once. The connection page shows it in its own way. */
export function useAddressError() {
  const flash = useFlash()
  useEffect(() => {
    const message = takeAddressError()
    if (message !== null) flash('danger', message)
  }, [flash])
}
