import { Button } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { t } from '../../words/words.ts'
import css from './setup.module.css'

/** A secret that the server shows only now. */
export function OnceShown({ what, secret }: { what: string; secret: string }) {
  return (
    <div className={css.once} role="status">
      <b>{t('Copy it now: it is shown only once.')}</b>
      <code className={`mono ${css.code}`}>{secret}</code>
      <div className={css.row}>
        <Button aria-label={`${t('Copy')}: ${what}`} onClick={() => copyText(secret, what)}>
          {t('Copy')}
        </Button>
      </div>
    </div>
  )
}
