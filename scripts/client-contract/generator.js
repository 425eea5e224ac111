export { generateApi } from 'swagger-typescript-api';
