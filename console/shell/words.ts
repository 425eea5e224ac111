// Words of the frame around every screen.

import { getScreen, type ScreenName } from '../../src/domain/access/console-screens.ts';
import { defineWords, language } from '../words/language.ts';

export const toTitle = (name: ScreenName): string => getScreen(name).title[language.value];

export const shellWords = defineWords(
  {
    other: 'English',
    skip: 'Ir para o conteúdo',
    navigation: 'Telas',
    waiting: 'aguardando',
    reference: 'Referência da API',
    manual: 'Manual',
    signIn: 'Entrar',
    signOut: 'Sair',
    signedInAs: (name: string, role: string) => `${name}, ${role}`,
    roles: { viewer: 'leitura', analyst: 'análise', admin: 'administração' },
    back: 'O serviço voltou.',
    newVersion: 'Há uma nova versão da página',
    newVersionComes: 'Recarregando…',
    newVersionAdvice:
      'Recarregue quando quiser. O que está em Verificar e em Lote continua como está; o que foi digitado em outra tela se perde.',
    newVersionStuck:
      'Não foi possível carregar a nova versão agora. Continue nesta ou recarregue a página inteira: o que foi digitado e as últimas respostas se perdem.',
    reload: 'Recarregar',
    reloadAnyway: 'Recarregar mesmo assim',
    later: 'Depois',
    notThere: 'Não há nada neste endereço.',
    goHome: 'Ir para Verificar',
    signInTitle: 'Entrar no console',
    sessionOver: (name: string) => `A sessão de ${name} terminou`,
    signInAgain: 'A sessão terminou. Entre de novo e o que você estava fazendo continua.',
    enrolTitle: 'Configurar o segundo fator',
    name: 'Nome',
    password: 'Senha',
    code: 'Código do aplicativo autenticador',
    codeHint: 'Só se o seu acesso exige um código.',
    signInWith: (label: string) => `Entrar com ${label}`,
    signInElsewhere: 'Abre em outra aba. Depois de entrar, volte para esta: o que você estava fazendo continua.',
    withPassword: 'Entrar com nome e senha',
    passwordsOff: 'Só para quem recebeu um acesso de recuperação.',
    ssoFaults: {
      expired: 'O tempo para fazer login acabou. Tente de novo.',
      denied: 'O provedor de login recusou o acesso.',
      refused:
        'Não foi possível confirmar a resposta do provedor de login. Tente de novo; se continuar assim, fale com quem administra o serviço.',
      no_role: 'Nenhum dos seus grupos tem acesso ao Confere. Fale com quem administra o serviço.',
      disabled: 'Seu acesso ao Confere está desativado. Fale com quem administra o serviço.',
      unavailable: 'O provedor de login não respondeu. Tente de novo em instantes.',
    },
    noOperators: 'Ninguém tem acesso ainda. Crie o primeiro na máquina do serviço:',
    needsSignIn: 'Entre no console para ver esta tela.',
    notForRole: (role: string) => `Esta tela exige o perfil de ${role}.`,
    ownRole: (name: string, role: string) =>
      `Você entrou como ${name}, com o perfil de ${role}. Quem administra o serviço pode mudar o perfil.`,
    loopback:
      'Você está na própria máquina do serviço, sem HTTPS: a sessão usa um cookie comum, que só existe nesta máquina.',
  },
  {
    other: 'Português',
    skip: 'Go to the content',
    navigation: 'Screens',
    waiting: 'waiting for somebody',
    reference: 'API reference',
    manual: 'Manual',
    signIn: 'Sign in',
    signOut: 'Sign out',
    signedInAs: (name, role) => `${name}, ${role}`,
    roles: { viewer: 'viewer', analyst: 'analyst', admin: 'admin' },
    back: 'The service is back.',
    newVersion: 'There is a new version of this page',
    newVersionComes: 'Reloading…',
    newVersionAdvice:
      'Reload when you like. What is in Verify and Batch stays as it is; what was typed on another screen is lost.',
    newVersionStuck:
      'The new version could not be loaded now. Continue with this one, or reload the whole page: what was typed and the last answers are lost then.',
    reload: 'Reload',
    reloadAnyway: 'Reload anyway',
    later: 'Later',
    notThere: 'There is nothing at this address.',
    goHome: 'Go to Verify',
    signInTitle: 'Sign in to the console',
    sessionOver: (name: string) => `The session of ${name} is over`,
    signInAgain: 'The session is over. Sign in again, and continue what you were doing.',
    name: 'Name',
    password: 'Password',
    code: 'Code of the authenticator app',
    codeHint: 'Only if your account asks for one.',
    enrolTitle: 'Set up the second factor',
    signInWith: (label) => `Sign in with ${label}`,
    signInElsewhere: 'It opens in another tab. Then come back to this one, and continue what you were doing.',
    withPassword: 'Sign in with name and password',
    passwordsOff: 'Only for those who were given recovery access.',
    ssoFaults: {
      expired: 'The time to sign in was over. Try again.',
      denied: 'The sign-in provider refused.',
      refused:
        'The answer of the sign-in provider could not be confirmed. Try again, and ask an administrator if it happens again.',
      no_role: 'None of your groups has access to Confere. Ask an administrator of this service.',
      disabled: 'Your access to Confere is disabled. Ask an administrator of this service.',
      unavailable: 'The sign-in provider did not answer. Try again in a moment.',
    },
    noOperators: 'Nobody can sign in yet. On the machine of the service:',
    needsSignIn: 'Sign in to the console to see this screen.',
    notForRole: (role) => `This screen asks for the role of ${role}.`,
    ownRole: (name, role) =>
      `You are signed in as ${name}, with the role of ${role}. Whoever runs the service can change it.`,
    loopback:
      'You are on the machine of the service itself, without HTTPS: the session uses a plain cookie, which only this machine sees.',
  },
);
