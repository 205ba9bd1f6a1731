import { useState } from 'react'
import css from './company-plate.module.css'

/** Up to two initials of a name: `Meridian Bank` → `MB`. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}

/** The logo of a company on a neutral background, or its initials if it has none. */
export function CompanyPlate({ name, logo }: { name: string; logo: string | null | undefined }) {
  const [isBroken, setIsBroken] = useState(false)
  return logo && !isBroken ? (
    <span className={css.plate}>
      <img src={logo} alt="" height={30} onError={() => setIsBroken(true)} />
    </span>
  ) : (
    <span className={css.initials} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}
