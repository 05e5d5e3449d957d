import { onBrand } from './brand-colour.ts'

/**
 * The brand colour behind its parent, which needs brandClasses(colour). An SVG attribute,
 * because the content security policy refuses style attributes, in HTML that the server rendered too.
 */
export function BrandFill({ colour }: { colour: string }) {
  return (
    <svg className="brand-fill" aria-hidden="true" focusable="false">
      <rect width="100%" height="100%" fill={onBrand(colour).background} />
    </svg>
  )
}

/** Class names for whatever stands on a BrandFill. */
export function brandClasses(colour: string): string {
  return `on-brand on-brand-${onBrand(colour).tone}`
}
