import { addScimToken, putSso, type SsoProtocol, type SsoSettings } from '@signet/contract/access/sso'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialogs/confirm-dialog.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { AreaField, InputField } from '../../../ui/forms/field.tsx'
import { FormProblem, FormSection, Tick } from '../../../ui/forms/form-section.tsx'
import { t } from '../words.ts'
import { ApiKeys } from './api-keys.tsx'
import { listOf, linesOf } from '../../../parts/assets/asset-lines.ts'
import { Columns, Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { readSetup, ssoQuery } from '../onboarding.api.ts'
import { OnceShown } from './once-shown.tsx'
import css from '../setup.module.css'
import { StepForm, useStepForm, type StepProps } from './step-form.tsx'
import { TickOne } from '../../../ui/forms/tick-one.tsx'
import type { Form } from '../../../ui/forms/use-form.ts'
import { useAction } from '../../../ui/controls/use-action.ts'

/** How the people of the company sign in, and the API keys of its programs. */
export function SignInStep(props: StepProps) {
  const sso = useQuery(ssoQuery(props.company.key))
  return (
    <DataState query={sso} what={t('signInSettings')} loading={<Skeleton lines={10} />}>
      {(value) => (
        <SsoForm
          key={value.version}
          {...props}
          sso={value}
          after={
            <>
              <Scim company={props.company.key} sso={value} />
              <ApiKeys company={props.company.key} />
            </>
          }
        />
      )}
    </DataState>
  )
}

// Names of protocols are the same in every language.
const protocolNames: Readonly<Record<SsoProtocol, string>> = { oidc: 'OpenID Connect', saml: 'SAML 2.0' }
const webAddress = 'https://'

const methodHints = { password: 'passwordsHint', oidc: 'oidcHint', saml: 'samlHint' } as const

interface Values {
  protocol: SsoProtocol | 'password'
  issuer: string
  clientId: string
  clientSecret: string
  entryPoint: string
  idpCert: string
  /** One per line. */
  domains: string
  enforced: boolean
}

function SsoForm({ company, onNext, sso, after }: StepProps & { sso: SsoSettings; after: ReactNode }) {
  const client = useQueryClient()
  const form = useStepForm<Values>({
    initial: {
      protocol: sso.protocol ?? 'password',
      issuer: sso.issuer ?? '',
      clientId: sso.clientId ?? '',
      clientSecret: '',
      entryPoint: sso.entryPoint ?? '',
      idpCert: sso.idpCert ?? '',
      domains: linesOf(sso.domains),
      enforced: sso.enforced,
    },
    check: wrongOf,
    save: async (values) => {
      const body = { ...ssoOf(values), version: sso.version }
      const saved = await call(putSso, { params: { company: company.key }, body })
      client.setQueryData(ssoQuery(company.key).queryKey, saved)
      await readSetup(company.key)
      onNext()
    },
  })
  const { protocol, enforced } = form.values
  return (
    <StepForm label={t('signIn')} form={form} after={after}>
      <FormSection title={t('signIn')}>
        <TickOne
          label={t('signInMethod')}
          isWide
          all={['password', 'oidc', 'saml']}
          labelOf={(method) => (method === 'password' ? t('password') : protocolNames[method])}
          hintOf={(method) => t(methodHints[method])}
          {...form.field('protocol')}
        />
        {protocol === 'oidc' && <OidcFields form={form} hasSecret={sso.hasClientSecret} />}
        {protocol === 'saml' && <SamlFields form={form} />}
        {protocol !== 'password' && (
          <>
            <div className={css.short}>
              <AreaField
                label={t('emailDomains')}
                hint={t('emailDomainsHint')}
                spellCheck={false}
                {...form.field('domains')}
              />
            </div>
            <Tick
              label={t('requireSso')}
              hint={t('ssoOnlyHint')}
              isOn={enforced}
              onChange={(isOn) => form.set({ enforced: isOn })}
            />
            <CopyRow label={t('callbackUrl')} text={sso.callbackUrl} />
          </>
        )}
      </FormSection>
    </StepForm>
  )
}

function OidcFields({ form, hasSecret }: { form: Form<Values>; hasSecret: boolean }) {
  return (
    <>
      <InputField label={t('issuer')} type="url" placeholder={webAddress} {...form.field('issuer')} />
      <Columns>
        <InputField label={t('clientId')} autoComplete="off" {...form.field('clientId')} />
        <InputField
          label={t('clientSecret')}
          hint={hasSecret ? t('secretKept') : t('secretHint')}
          type="password"
          autoComplete="new-password"
          {...form.field('clientSecret')}
        />
      </Columns>
    </>
  )
}

function SamlFields({ form }: { form: Form<Values> }) {
  return (
    <>
      <InputField label={t('entryPoint')} type="url" placeholder={webAddress} {...form.field('entryPoint')} />
      <AreaField
        label={t('certificate')}
        hint={t('certificateHint')}
        className="mono"
        spellCheck={false}
        {...form.field('idpCert')}
      />
    </>
  )
}

function ssoOf({ protocol, issuer, clientId, clientSecret, entryPoint, idpCert, domains, enforced }: Values) {
  if (protocol === 'password') return { protocol: null, domains: [], enforced: false }
  const shared = { domains: listOf(domains), enforced }
  return protocol === 'oidc'
    ? { protocol, issuer, clientId, ...(clientSecret ? { clientSecret } : {}), ...shared }
    : { protocol, entryPoint, idpCert, ...shared }
}

function wrongOf(values: Values) {
  const { protocol } = values
  if (protocol === 'password') return {}
  const needed = protocol === 'oidc' ? (['issuer', 'clientId'] as const) : (['entryPoint', 'idpCert'] as const)
  return {
    ...Object.fromEntries(needed.map((name) => [name, values[name].trim() === '' && t('fieldRequired')])),
    domains: listOf(values.domains).length === 0 && t('domainRequired'),
  }
}

/** A value to copy for the identity provider. */
function CopyRow({ label, text }: { label: string; text: string }) {
  return (
    <Inline wrap>
      <Stack as="span" gap={0} className={css.words}>
        {label}
        <small className="mono">{text}</small>
      </Stack>
      <Button aria-label={`${t('copy')}: ${label}`} onClick={() => copyText(text, label)}>
        {t('copy')}
      </Button>
    </Inline>
  )
}

/** The SCIM token with which the identity provider synchronises people; shown once. */
function Scim({ company, sso }: { company: string; sso: SsoSettings }) {
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
