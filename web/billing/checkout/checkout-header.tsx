import { useEffect } from 'react'
import { useSite } from '../../site/site-context.tsx'
import { Logo } from '../../ui/logo/logo.tsx'
import { useInBrowser } from '../../ui/state/use-in-browser.ts'
import { keepReturnPath, wayBack } from './return-path.ts'
import './checkout-page.css'

/** Checkout has no site navigation, only a link back to the page that led here. */
export function CheckoutHeader() {
  const { product_name } = useSite()
  const back = useInBrowser(wayBack, null) ?? '/plans'
  useEffect(() => keepReturnPath(), [])
  return (
    <header className="checkout-header">
      <div className="page">
        <a className="back" href={back}>
          <span aria-hidden="true">←</span> Back
        </a>
        <Logo productName={product_name} size={28} />
      </div>
    </header>
  )
}
