import { defineWords } from '../words/language.ts';

export const enrolWords = defineWords(
  {
    lead: 'Seu perfil exige um segundo fator além da senha. Configure-o agora para continuar.',
    addAccount:
      'Em um aplicativo autenticador (como Google Authenticator, Microsoft Authenticator ou Aegis), adicione uma conta com esta chave:',
    copySecret: 'Copiar a chave para o aplicativo autenticador',
    openApp: 'Abrir no aplicativo autenticador deste aparelho',
    firstCode: 'Código que o aplicativo mostra',
    confirm: 'Confirmar e entrar',
    again: 'Gerar outra chave',
  },
  {
    lead: 'Your role needs a second factor besides the password. Set it up now to go on.',
    addAccount:
      'In an authenticator app (such as Google Authenticator, Microsoft Authenticator or Aegis), add an account with this key:',
    copySecret: 'Copy the key for the authenticator app',
    openApp: 'Open it in the authenticator app of this device',
    firstCode: 'The code that the app shows',
    confirm: 'Confirm and sign in',
    again: 'Make another key',
  },
);
