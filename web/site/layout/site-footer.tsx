import { Logo } from '../../ui/logo/logo.tsx'
import './site-footer.css'

export function SiteFooter({ productName, supportUrl }: { productName: string; supportUrl: string }) {
  return (
    <footer className="site-footer">
      <div className="page">
        <Logo productName={productName} size={24} />
        <nav aria-label="Footer">
          <ul className="links">
            <li>
              <a href="/explore">Explore</a>
            </li>
            <li>
              <a href="/plans">Plans</a>
            </li>
            <li>
              <a href="/terms">Terms</a>
            </li>
            <li>
              <a href="/privacy">Privacy</a>
            </li>
            {supportUrl && (
              <li>
                <a href={supportUrl}>Support</a>
              </li>
            )}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
