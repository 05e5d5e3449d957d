import { useEffect } from 'react'
import { useFlash } from '../ui/use-flash.tsx'
import { takeErrorInAddress } from './take-error.ts'

/** Shows what the address says went wrong (§8 access_denied), once. The connection page has its own way. */
export function useErrorInAddress() {
  const flash = useFlash()
  useEffect(() => {
    const message = takeErrorInAddress()
    if (message !== null) flash('danger', message)
  }, [flash])
}
