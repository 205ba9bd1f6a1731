import { recordFrom } from '@signet/contract/narrow'
import type { Language } from './brands.ts'

/** What a form says, in one language. */
export interface FormWords {
  signIn: string
  customer: string
  password: string
  pin: string
  card: string
  expiry: string
  cvv: string
  code: string
  seed: string
  next: string
  lure: string
  email: string
}

const names = [
  'signIn',
  'customer',
  'password',
  'pin',
  'card',
  'expiry',
  'cvv',
  'code',
  'seed',
  'next',
  'lure',
  'email',
] as const

const words = (...values: readonly string[]): FormWords =>
  recordFrom(names, (name) => values[names.indexOf(name)] ?? '')

/** The texts of the forms of the corpus. */
export const formWords: Readonly<Record<Language, FormWords>> = {
  en: words(
    'Sign in',
    'Customer ID',
    'Password',
    'Card PIN',
    'Card number',
    'Expiry date',
    'Security code (CVV)',
    'Code from the text message',
    'Enter your 12-word recovery phrase',
    'Continue',
    'Your access will be limited in 24 hours',
    'Email address',
  ),
  de: words(
    'Anmelden',
    'Kundennummer',
    'Kennwort',
    'Karten-PIN',
    'Kartennummer',
    'Gültig bis',
    'Prüfziffer',
    'TAN aus der SMS',
    'Geben Sie Ihre 12 Wiederherstellungswörter ein',
    'Weiter',
    'Ihr Zugang wird in 24 Stunden gesperrt',
    'E-Mail-Adresse',
  ),
  es: words(
    'Iniciar sesión',
    'Número de cliente',
    'Contraseña',
    'PIN de la tarjeta',
    'Número de tarjeta',
    'Fecha de caducidad',
    'Código de seguridad',
    'Código recibido por SMS',
    'Introduzca su frase de recuperación',
    'Continuar',
    'Su cuenta será bloqueada en 24 horas',
    'Correo electrónico',
  ),
  fr: words(
    'Connexion',
    'Identifiant client',
    'Mot de passe',
    'Code PIN',
    'Numéro de carte',
    'Date d’expiration',
    'Cryptogramme visuel',
    'Code reçu par SMS',
    'Saisissez votre phrase secrète de 12 mots',
    'Continuer',
    'Votre accès sera limité sous 24 heures',
    'Adresse e-mail',
  ),
  it: words(
    'Accedi',
    'Codice cliente',
    'Parola d’accesso',
    'PIN della carta',
    'Numero della carta',
    'Scadenza',
    'Codice di sicurezza',
    'Codice ricevuto via SMS',
    'Inserisci la frase di recupero',
    'Avanti',
    'Il tuo accesso sarà limitato entro 24 ore',
    'Indirizzo email',
  ),
  pt: words(
    'Entrar',
    'Número de cliente',
    'Palavra-passe',
    'PIN do cartão',
    'Número do cartão',
    'Validade',
    'Código de segurança',
    'Código recebido por SMS',
    'Introduza a sua frase de recuperação',
    'Continuar',
    'O seu acesso será limitado em 24 horas',
    'Endereço de email',
  ),
  pl: words(
    'Zaloguj się',
    'Numer klienta',
    'Hasło',
    'PIN karty',
    'Numer karty',
    'Data ważności',
    'Kod zabezpieczający',
    'Kod z wiadomości SMS',
    'Wpisz frazę odzyskiwania',
    'Dalej',
    'Dostęp zostanie ograniczony w ciągu 24 godzin',
    'Adres e-mail',
  ),
  tr: words(
    'Giriş yap',
    'Müşteri numarası',
    'Şifre',
    'Kart şifresi (PIN)',
    'Kart numarası',
    'Son kullanma tarihi',
    'Güvenlik kodu',
    'SMS ile gelen doğrulama kodu',
    'Kurtarma kelimelerinizi girin',
    'Devam',
    'Erişiminiz 24 saat içinde kısıtlanacak',
    'E-posta adresi',
  ),
}
