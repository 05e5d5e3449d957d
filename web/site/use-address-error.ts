import { useEffect } from 'react'
import { useFlash } from '../ui/flash/use-flash.tsx'
import { takeAddressError } from './take-address-error.ts'

/** Shows what the address says went wrong (§8 access_denied), once. The connection page has its own way. */
export function useAddressError() {
  const flash = useFlash()
  useEffect(() => {
    const message = takeAddressError()
    if (message !== null) flash('danger', message)
  }, [flash])
}
