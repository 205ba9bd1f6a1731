import { Button } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import css from '../setup.module.css'

/** A secret that the server shows only once. */
export function OnceShown({ what, secret }: { what: string; secret: string }) {
  return (
    <Stack gap={2} pad={3} className={css.once} role="status">
      <b>{t('copyNow')}</b>
      <Text as="code" className="mono">
        {secret}
      </Text>
      <Inline wrap>
        <Button aria-label={`${t('copy')}: ${what}`} onClick={() => copyText(secret, what)}>
          {t('copy')}
        </Button>
      </Inline>
    </Stack>
  )
}
