import { useEffect } from 'react'
import { errorInAddress } from './address-message.ts'
import { addressQuery, dropFromAddress } from '../browser/address.ts'
import { useFlash } from '../ui/use-flash.tsx'

/** Shows what the address says went wrong (§8 access_denied), once. The connection page has its own way. */
export function useErrorInAddress() {
  const flash = useFlash()
  useEffect(() => {
    const message = errorInAddress(addressQuery())
    if (message === null) return
    dropFromAddress(['error_type', 'error_message'])
    flash('danger', message)
  }, [flash])
}
