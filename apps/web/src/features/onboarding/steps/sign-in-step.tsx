import { putSso, type SsoProtocol, type SsoSettings } from '@signet/contract/access/sso'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '../../../api/call.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { AreaField, InputField } from '../../../ui/forms/field.tsx'
import { FormSection, Tick } from '../../../ui/forms/form-section.tsx'
import { t } from '../words.ts'
import { ApiKeys } from './api-keys.tsx'
import { dateOnly } from '../../../format/time/date-time.ts'
import { domainsOf, linesOf } from '../../../parts/assets/asset-lines.ts'
import { Columns } from '../../../ui/layout/parts.tsx'
import { readSetup, ssoQuery } from '../onboarding.api.ts'
import { ConnectionTest, testConnection, type TestResults } from './sign-in/connection-test.tsx'
import { CopyRow } from './sign-in/copy-row.tsx'
import { MetadataField } from './sign-in/metadata-field.tsx'
import { Scim } from './sign-in/scim.tsx'
import { StepForm, useStepForm, type StepProps } from './step-form.tsx'
import { TickOne } from '../../../ui/forms/tick-one.tsx'
import type { Form } from '../../../ui/forms/use-form.ts'

/** How the people of the company sign in, and the API keys of its programs. */
export function SignInStep(props: StepProps) {
  const sso = useQuery(ssoQuery(props.company.key))
  // Kept here, because the form starts anew with what was saved.
  const [results, setResults] = useState<TestResults | null>(null)
  return (
    <DataState query={sso} what={t('signInSettings')} loading={<Skeleton lines={10} />}>
      {(value) => (
        <SsoForm
          key={value.version}
          {...props}
          sso={value}
          results={results}
          onResults={setResults}
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

function SsoForm({
  company,
  onNext,
  sso,
  results,
  onResults,
  after,
}: StepProps & {
  sso: SsoSettings
  results: TestResults | null
  onResults: (results: TestResults | null) => void
  after: ReactNode
}) {
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
      await keep(values)
      onNext()
    },
  })
  const keep = async (values: Values) => {
    const body = { ...ssoOf(values), version: sso.version }
    const saved = await call(putSso, { params: { company: company.key }, body })
    client.setQueryData(ssoQuery(company.key).queryKey, saved)
    await readSetup(company.key)
  }
  const test = async (values: Values) => {
    onResults(null)
    if (form.isChanged) await keep(values)
    onResults(await testConnection(company.key))
  }
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
        {protocol !== 'password' && <MetadataField onRead={form.set} />}
        {protocol === 'oidc' && <OidcFields form={form} hasSecret={sso.hasClientSecret} />}
        {protocol === 'saml' && <SamlFields form={form} expiresAt={sso.idpCertExpiresAt} />}
        {protocol !== 'password' && (
          <>
            <AreaField
              leastPx={84}
              label={t('emailDomains')}
              hint={t('emailDomainsHint')}
              spellCheck={false}
              {...form.field('domains')}
            />
            <Tick
              label={t('requireSso')}
              hint={t('ssoOnlyHint')}
              isOn={enforced}
              onChange={(isOn) => form.set({ enforced: isOn })}
            />
          </>
        )}
      </FormSection>
      {protocol !== 'password' && (
        <>
          <OurSide protocol={protocol} sso={sso} />
          <ConnectionTest
            results={results}
            isChanged={form.isChanged}
            isBusy={form.isBusy}
            onTest={() => form.submit(test)}
          />
        </>
      )}
    </StepForm>
  )
}

/** What the company's administrators enter at the identity provider. */
function OurSide({ protocol, sso }: { protocol: SsoProtocol; sso: SsoSettings }) {
  return (
    <FormSection title={t('forProvider')} hint={t('forProviderHint')}>
      {protocol === 'oidc' ? (
        <CopyRow label={t('redirectUri')} text={sso.callbackUrl} />
      ) : (
        <>
          <CopyRow label={t('entityId')} text={sso.callbackUrl} />
          <CopyRow label={t('acsUrl')} text={sso.callbackUrl} />
          <CopyRow label={t('metadataUrl')} text={sso.metadataUrl} />
          <p>
            <a href={new URL(sso.metadataUrl).pathname} download>
              {t('downloadMetadata')}
            </a>
          </p>
        </>
      )}
    </FormSection>
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

function SamlFields({ form, expiresAt }: { form: Form<Values>; expiresAt: string | undefined }) {
  return (
    <>
      <InputField label={t('entryPoint')} type="url" placeholder={webAddress} {...form.field('entryPoint')} />
      <AreaField
        label={t('certificate')}
        hint={expiresAt ? t('certificateExpires', { date: dateOnly(expiresAt) }) : t('certificateHint')}
        className="mono"
        spellCheck={false}
        {...form.field('idpCert')}
      />
    </>
  )
}

/** Domains as administrators paste them: email addresses and web addresses become their domain. */
const mailDomainsOf = (text: string) => [...new Set(domainsOf(text).map((one) => one.replace(/^.*@/, '')))]

function ssoOf({ protocol, issuer, clientId, clientSecret, entryPoint, idpCert, domains, enforced }: Values) {
  if (protocol === 'password') return { protocol: null, domains: [], enforced: false }
  const shared = { domains: mailDomainsOf(domains), enforced }
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
    domains: mailDomainsOf(values.domains).length === 0 && t('domainRequired'),
  }
}
