import { t } from './words.ts'
import { IconButton } from '../controls/button.tsx'

/** The button in a field that shows the typed password. Its icon is drawn here, because the sign-in page needs no other icon. */
export function ShowPassword({ isShown, onChange }: { isShown: boolean; onChange: (isShown: boolean) => void }) {
  return (
    <IconButton
      label={isShown ? t('hidePassword') : t('showPassword')}
      aria-pressed={isShown}
      onClick={() => onChange(!isShown)}
    >
      <svg
        width="18"
        height="18"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        aria-hidden="true"
      >
        <circle cx="12" cy="12" r="2" />
        <path d="M21 12c-2.4 4-5.4 6-9 6s-6.6-2-9-6c2.4-4 5.4-6 9-6s6.6 2 9 6" />
        {isShown && <path d="m4 20 16-16" />}
      </svg>
    </IconButton>
  )
}
