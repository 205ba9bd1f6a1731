import { addScimToken, type SsoSettings } from '@signet/contract/access/sso'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../api/call.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { useAction } from '../../../../ui/controls/use-action.ts'
import { ConfirmDialog } from '../../../../ui/feedback/dialogs/confirm-dialog.tsx'
import { FormProblem, FormSection } from '../../../../ui/forms/form-section.tsx'
import { Inline, Text } from '../../../../ui/layout/parts.tsx'
import { ssoQuery } from '../../onboarding.api.ts'
import { t } from '../../words.ts'
import { OnceShown } from '../once-shown.tsx'
import { CopyRow } from './copy-row.tsx'

/** The SCIM token with which the identity provider synchronises people; shown once. */
export function Scim({ company, sso }: { company: string; sso: SsoSettings }) {
  const client = useQueryClient()
  const [token, setToken] = useState<string | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const { isBusy, problem, run } = useAction(
    async () => {
      setIsConfirming(false)
      setToken((await call(addScimToken, { params: { company } })).token)
      await client.invalidateQueries({ queryKey: ssoQuery(company).queryKey })
    },
    { isInline: true },
  )
  return (
    <FormSection title={t('scim')} hint={t('scimHint')}>
      <CopyRow label={t('scimUrl')} text={sso.scimUrl} />
      {token && <OnceShown what={t('scimToken')} secret={token} />}
      <FormProblem>{problem}</FormProblem>
      <Inline wrap>
        <Button isBusy={isBusy} onClick={() => (sso.hasScimToken ? setIsConfirming(true) : run())}>
          {sso.hasScimToken ? t('replaceToken') : t('createToken')}
        </Button>
        {sso.hasScimToken && !token && <Text tone="quiet">{t('tokenExists')}</Text>}
      </Inline>
      {isConfirming && (
        <ConfirmDialog
          title={t('replaceTokenTitle')}
          text={t('replaceTokenConsequence')}
          confirmLabel={t('replaceToken')}
          isDangerous
          onConfirm={run}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </FormSection>
  )
}
